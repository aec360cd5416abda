"""Who the campaign's mails are from."""

from pbem.campaign.folder import Campaign
from pbem.mail.letters.compose import Sender
from pbem.mail.settings import MailSettings


def sender_of(campaign: Campaign, settings: MailSettings) -> Sender:
    """The sender of our mails; knows the players' secret words, so that none is ever written."""
    course = campaign.course
    return Sender(
        name=f"{course.name} ({course.gamesmaster})" if course.gamesmaster else course.name,
        address=settings.address,
        domain=settings.own_domain,
        mark=course.commitment[:10],
        secrets=tuple(campaign.secrets.keys.values()),
    )
