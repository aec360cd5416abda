"""Sheets come in by mail, reports and answers go out. Knows campaigns, sheets and reports; adjudicates nothing itself."""
