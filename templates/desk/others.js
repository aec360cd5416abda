/* Orders that are no lists: the execution of the Czar, losses, leaving and ending the campaign. */

function conditional() {
  const execution = POLITICS.execution;
  const own = ON_MAP.filter(({ id, player }) => player === ME && !isImperial(id)).map(({ id }) => id);
  const stand = (key, there) =>
    there
      ? choices(
          check("keep for later Phases", `standing/${key}`, sheet.standing.includes(key), (on) => {
            sheet.standing = ticked(sheet.standing, key, on);
          }),
        )
      : null;
  const first = !FIGHTING;
  const setLosses = (next) => {
    sheet.losses = next;
    if (first && !sheet.standing.includes("losses")) sheet.standing.push("losses");
  };
  return [
    execution
      ? fieldset(
          "Execution of the Czar",
          checks(
            `You agree to order it, with (together you must hold ${execution.needed} Politburo Markers)`,
            "execute",
            playerOptions(OTHERS),
            sheet.execute_czar.filter((letter) => letter !== ME),
            (next) => {
              sheet.execute_czar = next.length ? [...next, ME].sort() : [];
            },
          ),
          execution.red
            ? null
            : note("The Czar is with no Red Leader now; unless that changes the order has no effect."),
          select(
            "If you are ordered to execute him",
            "ordered",
            [
              ["", "answer later"],
              ["comply", "comply"],
              ["refuse", "refuse"],
            ],
            sheet.if_ordered_to_execute_czar,
            (word) => {
              sheet.if_ordered_to_execute_czar = word;
            },
          ),
          stand("if_ordered_to_execute_czar", sheet.if_ordered_to_execute_czar),
        )
      : null,
    OWN.asked
      ? fieldset(
          "The order to execute the Czar",
          check("You were ordered to execute the Czar, and comply", "comply", sheet.comply_with_execution, (on) => {
            sheet.comply_with_execution = on;
          }),
        )
      : null,
    ordered(
      first
        ? "Losses in exchanges of later Phases, first to last"
        : "Losses in every exchange whose attack names none, and when defending",
      "losses",
      own.map((id) => [id, label(id)]),
      sheet.losses,
      setLosses,
    ),
    first ? null : stand("losses", sheet.losses.length),
    list("counterpurge").length ? fieldset("Counterpurges", stand("counterpurge", true)) : null,
    BOARD.parts.includes("end_game") &&
      fieldset(
        "End of the game",
        check("You agree to end it, as soon as the rules allow", "end", sheet.end_game, (on) => {
          sheet.end_game = on;
          if (first && on && !sheet.standing.includes("end_game")) sheet.standing.push("end_game");
        }),
        first ? null : stand("end_game", sheet.end_game),
      ),
    Object.keys(OWN.standing).length
      ? fieldset(
          "What stands of your earlier orders",
          Object.entries(OWN.standing).map(([key, words]) =>
            choices(
              check(`end this: ${words.join(" ")}`, `ended/${key}`, sheet.ended.includes(key), (on) => {
                sheet.ended = ticked(sheet.ended, key, on);
              }),
            ),
          ),
        )
      : null,
  ];
}

function leaving() {
  return [
    BOARD.parts.includes("quit") &&
      check(
        "Leave the campaign for good. Nothing else on the sheet is carried out. [14.2]",
        "quit",
        sheet.quit,
        (on) => {
          sheet.quit = on;
        },
      ),
    text(
      "Salt: any words, mixed into this Phase’s dice (you may leave it empty)",
      "salt",
      sheet.salt,
      (words) => {
        sheet.salt = words;
      },
      { maxlength: 200 },
    ),
  ];
}
