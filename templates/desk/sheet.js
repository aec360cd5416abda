/* The sheet as it is put together, and how it is kept in the browser. */

function emptySheet() {
  return {
    trades: [],
    stacks: [],
    steal: [],
    leaders: [],
    moves: [],
    assassinations: [],
    subversion: [],
    attacks: [],
    purges: [],
    counterpurge: [],
    press: [],
    losses: [],
    execute_czar: [],
    if_ordered_to_execute_czar: "",
    comply_with_execution: false,
    end_game: false,
    standing: [],
    ended: [],
    quit: false,
    salt: "",
  };
}

const STORE = `pbem/${OWN.campaign}/${ME}/${BOARD.turn}-${BOARD.phase}`;
let sheet = stored() || emptySheet();
let kept = true;
let saved = "";
let secret = "";

/** What was entered before, or null. The browser may keep nothing, and what it kept may be of another version. */
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(STORE));
    if (!found || found.format !== BOARD.format) return null;
    const whole = emptySheet();
    for (const key of Object.keys(whole)) {
      const same = typeof found.sheet[key] === typeof whole[key];
      if (same && Array.isArray(found.sheet[key]) === Array.isArray(whole[key])) whole[key] = found.sheet[key];
    }
    return whole;
  } catch {
    return null;
  }
}

function save() {
  const text = JSON.stringify({ format: BOARD.format, sheet });
  if (kept && text === saved) return;
  try {
    localStorage.setItem(STORE, text);
    saved = text;
    kept = true;
  } catch {
    kept = false;
  }
}
