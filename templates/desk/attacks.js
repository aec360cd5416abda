/* Subversive Attacks and attacks (8.0, 8.3). */

const knownTarget = (part, order) => COMBAT[part].find((one) => one.at === order.at && one.against === order.against);
const ownerWords = (player) => (SOLITAIRE ? `${PLAYER_NAMES.get(player)}’s` : `Player ${player}’s`);
const stackWords = (stack) =>
  `${stack.player ? ownerWords(stack.player) : "nobody’s"} ${colorOf(stack.units)} stack ${labels(stack.units)} (${sum(stack.units)})`;

function beginAttacks(part) {
  const after = groundAfterSteals();
  const found = COMBAT[part].filter(
    (one) => after.stackOf(one.against) && !attacked(one.against, null) && freeAttackers(part, one, null).length,
  );
  if (!found.length)
    return [note(part === "attacks" ? "Nothing more can be attacked." : "No Blue stack can be subverted.")];
  return [
    h("p", null, part === "attacks" ? "Choose whom to attack:" : "Choose the Blue stack to subvert:"),
    choices(found.map((one) => attackButton(part, one, after))),
  ];
}

function attackButton(part, one, after) {
  const stack = after.stackOf(one.against);
  return button(`${one.at}: ${stackWords(stack)}`, `${part}/new/${one.at}/${one.against}`, () => {
    const [first] = freeAttackers(part, one, null);
    ui.at = "";
    return add(part, {
      at: one.at,
      against: one.against,
      with: [first],
      min_odds: "",
      losses: [],
      enemy_losses: [],
      capture: [],
    });
  });
}

/** 8.25: who is named by other attacks of the sheet: each attacks once, and is attacked once. */
const otherAttacks = (order) => [...list("attacks"), ...list("subversion")].filter((other) => other !== order);
const attacked = (id, order) => otherAttacks(order).some((other) => other.against === id);
const attacks = (id, order) => otherAttacks(order).some((other) => other.with.includes(id));
const freeAttackers = (part, target, order) => target.with.filter((id) => !attacks(id, order));

function strengths(part, order) {
  const after = groundAfterSteals();
  const units = (id) => (after.stackOf(id) || { units: [] }).units;
  const factor = part === "subversion" ? BOARD.odds.doubled : 1;
  return {
    attack: factor * order.with.reduce((total, id) => total + sum(units(id)), 0),
    defense: sum(units(order.against)),
  };
}

/** 8.0: the column for these Strength Points, looked up; null below the least. */
function column({ attack, defense }) {
  const least = BOARD.odds.least[defense - 1] || [];
  const reached = least.filter((points) => attack >= points).length;
  return reached ? Object.keys(BOARD.odds.columns)[reached - 1] : null;
}

function attackWrong(part, order) {
  const target = knownTarget(part, order);
  const after = groundAfterSteals();
  if (!target || !after.stackOf(order.against)) return "There is nothing to attack any more.";
  if (
    attacked(order.against, order) &&
    before(part, order)
      .concat(part === "attacks" ? list("subversion") : [])
      .some((other) => other.against === order.against)
  ) {
    return "It is attacked by another of your orders.";
  }
  if (!order.with.length) return "Choose who attacks.";
  if (order.with.some((id) => !target.with.includes(id) || !after.stackOf(id) || attacks(id, order)))
    return "A stack cannot take part, or attacks already.";
  if (target.apart.some((two) => two.every((id) => order.with.includes(id)))) return "These stacks do not combine.";
  const odds = column(strengths(part, order));
  if (hopeful(target, order)) return "";
  if (!odds) return "The odds are below 1:2, so there is no attack.";
  const all = Object.keys(BOARD.odds.columns);
  return order.min_odds && all.indexOf(order.min_odds) > all.indexOf(odds)
    ? "The odds are below those you ask for."
    : "";
}

/** Whether the odds may get better before the attack is made, by what others do. */
const hopeful = (target, order) =>
  target.hope.some((some) => some.length === order.with.length && some.every((id) => order.with.includes(id)));

function attackWords(part, order) {
  const after = groundAfterSteals();
  const stack = after.stackOf(order.against);
  const odds = order.with.length && stack ? column(strengths(part, order)) : null;
  const verb = part === "attacks" ? "attack" : "subvert";
  return `${order.at}: ${order.with.map(label).join(", ") || "…"} ${verb}${order.with.length === 1 ? "s" : ""} ${stack ? stackWords(stack) : label(order.against)}${odds ? ` at ${odds}` : ""}`;
}

/** Who attacks; what was said of those who no longer do is forgotten. */
function joinIn(order, stacks, after) {
  order.with = stacks;
  const there = stacks.flatMap((id) => after.stackOf(id).units);
  order.losses = order.losses.filter((id) => there.includes(id));
  order.capture = order.capture.filter((id) => id === "none" || there.includes(id));
}

function attackForm(part, order, key) {
  const target = knownTarget(part, order);
  const after = groundAfterSteals();
  const stack = after.stackOf(order.against);
  if (!target || !stack) return [];
  const apart = (id) =>
    target.apart.some((two) => two.includes(id) && two.some((other) => other !== id && order.with.includes(other)));
  const free = freeAttackers(part, target, order).filter(
    (id) => after.stackOf(id) && (order.with.includes(id) || !apart(id)),
  );
  const own = order.with.flatMap((id) => after.stackOf(id).units).filter((id) => !isImperial(id));
  const { attack, defense } = strengths(part, order);
  const odds = column({ attack, defense });
  const columns = Object.keys(BOARD.odds.columns);
  const hope = hopeful(target, order);
  const least = hope ? columns : columns.slice(0, columns.indexOf(odds) + 1);
  const options = (ids) => ids.map((id) => [id, label(id)]);
  const captors = own.filter(
    (id) => isLeader(id) || (["blue", "green"].includes(unit(id).color) && !isLeader(after.stackOf(id).units[0])),
  );
  return [
    checks(
      "Who attacks",
      `${key}/with`,
      free.map((id) => [id, `${labels(after.stackOf(id).units)} (${sum(after.stackOf(id).units)})`]),
      order.with,
      (next) => joinIn(order, next, after),
    ),
    h(
      "p",
      { class: "desk-odds" },
      odds
        ? `${attack} against ${defense}: odds ${odds}. ${chances(BOARD.odds.columns[odds])}.`
        : `${attack} against ${defense}: below 1:2, so as things stand there is no attack.`,
    ),
    hope && order.with.length ? note("Others may better the odds before this attack comes up.") : null,
    BOARD.conditions === "allowed" && least.length
      ? select(
          "Call it off below",
          `${key}/odds`,
          [["", "never"], ...least.map((one) => [one, one])],
          order.min_odds,
          (one) => {
            order.min_odds = one;
          },
        )
      : null,
    part === "attacks"
      ? ordered("Your losses in an exchange, first to last", `${key}/losses`, options(own), order.losses, (next) => {
          order.losses = next;
        })
      : null,
    part === "attacks" && stack.player === null
      ? ordered(
          "Their losses in an exchange, first to last",
          `${key}/enemy`,
          options(stack.units.filter((id) => !isImperial(id))),
          order.enemy_losses,
          (next) => {
            order.enemy_losses = next;
          },
        )
      : null,
    part === "attacks" && (stack.units.some(isImperial) || order.capture.length)
      ? ordered(
          "Who takes a captured Imperial unit",
          `${key}/capture`,
          [...options(captors), ["none", "nobody"]],
          order.capture,
          (next) => {
            order.capture = next;
          },
        )
      : null,
  ];
}

// 8.3
KINDS.subversion = {
  title: "Subversive Attacks",
  begin: () => beginAttacks("subversion"),
  wrong: (order) => attackWrong("subversion", order),
  say: (order) => attackWords("subversion", order),
  data: (order) =>
    written({ with: names(order.with), against: name(order.against), at: order.at, min_odds: order.min_odds }),
  form: (order, key) => attackForm("subversion", order, key),
};

// 8.0
KINDS.attacks = {
  title: "Attacks",
  begin: () => beginAttacks("attacks"),
  wrong: (order) => attackWrong("attacks", order),
  say: (order) => attackWords("attacks", order),
  data: (order) =>
    written({
      at: order.at,
      with: names(order.with),
      against: name(order.against),
      min_odds: order.min_odds,
      losses: names(order.losses),
      enemy_losses: names(order.enemy_losses),
      capture: names(order.capture),
    }),
  form: (order, key) => attackForm("attacks", order, key),
};
