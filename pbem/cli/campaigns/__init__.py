"""The commands on a campaign's folder, a module each: arguments in, one call, the answer printed; no logic."""
