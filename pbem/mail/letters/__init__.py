"""The mails we write: answers, reports, reminders, announcements, letters passed on. Says things; decides and sends nothing."""
