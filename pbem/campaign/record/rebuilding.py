"""Everything that can be made from the ledger, made again."""

from datetime import datetime
from pathlib import Path

from pbem.campaign import files
from pbem.campaign.corrections import folder_of
from pbem.campaign.folder import Campaign, stamp
from pbem.campaign.lock import locked
from pbem.campaign.making import make_missing
from pbem.errors import FileError


def rebuild(folder: Path, now: datetime) -> tuple[str, ...]:
    """Make all files again that come from the ledger; what was laid beside them stays. Says what cannot be made.

    Raises CampaignBusy, FileError, LedgerError.
    """
    if not folder.is_dir():
        raise FileError(
            "there is no such campaign folder", path=folder, cure="Look whether the name is right."
        )
    with locked(folder, command="pbem rebuild", since=stamp(now)):
        campaign = Campaign(folder, mend=True, from_start=True)
        make_missing(campaign)
        _make_corrected_rules(campaign)
        campaign.write_index()
    if campaign.secrets_path.exists() or campaign.course.seed:
        return ()
    return ("secrets.yaml is missing: seed and secret words are nowhere else. Put it back from a copy.",)


def _make_corrected_rules(campaign: Campaign) -> None:
    """The gamesmaster's corrected rules, where their folder is gone."""
    mark = campaign.course.overrides
    if mark and not folder_of(campaign).is_dir():
        texts = campaign.record_at(campaign.course.overrides_at[mark]).facts["files"]
        files.write_all(
            {folder_of(campaign) / Path(name).name: text.encode() for name, text in texts.items()}
        )
