/* Leaders: stacks at the set-up (15.54), Green units taken by the Gold (17/13.26), Red Leaders of the solitaire game (24.1). */

const leadersLeft = () => OWN.leaders.number - sheet.leaders.length;
const freeLeaders = (order) =>
  OWN.leaders.units.filter((id) => !others("leaders", order).some((other) => other.leader === id));

/** S25: the Red stacks of the province on which a Leader may still be put. */
const looseStacks = (order) =>
  groundBeforeMoves(order)
    .at(order.at)
    .filter((stack) => stack.player === null && colorOf(stack.units) === "red");

function leaderWrong(order) {
  const earlier = before("leaders", order);
  if (!OWN.leaders.units.includes(order.leader) || earlier.some((other) => other.leader === order.leader))
    return "Choose a Leader.";
  if (!codes(OWN.leaders.provinces).includes(order.at)) return "Choose a province.";
  if (earlier.filter((other) => !leaderWrong(other)).length >= OWN.leaders.number)
    return "The die does not allow so many Leaders.";
  if (order.with.length > unit(order.leader).value)
    return `${label(order.leader)} can command no more than ${unit(order.leader).value} of these units.`;
  const one = looseStacks(order).some((stack) => order.with.every((id) => stack.units.includes(id)));
  return order.with.length && !one ? "These units are no longer there to be had." : "";
}

/** Put the Leader into another province; who was to be under him stays where he is. */
function putLeader(order, code) {
  order.at = code;
  order.with = [];
}

function leaderForm(order, key) {
  const found = looseStacks(order).filter(
    (stack) => !order.with.length || order.with.every((id) => stack.units.includes(id)),
  );
  const most = order.leader ? unit(order.leader).value : 0;
  const may = found
    .flatMap((stack) => stack.units)
    .filter((id) => !isImperial(id) && (order.with.includes(id) || order.with.length < most));
  return [
    select(
      "Leader",
      `${key}/leader`,
      [["", "choose …"], ...freeLeaders(order).map((id) => [id, `${label(id)}, value ${unit(id).value}`])],
      order.leader,
      (id) => {
        order.leader = id;
      },
    ),
    select(
      "Province, here or on the map",
      `${key}/at`,
      [["", "choose …"], ...codes(OWN.leaders.provinces).map((code) => [code, place(code)])],
      order.at,
      (code) => putLeader(order, code),
    ),
    may.length
      ? checks(
          "On which units (none ticked: alone)",
          `${key}/with`,
          may.map((id) => [id, `${label(id)} (${unit(id).value})`]),
          order.with,
          (next) => {
            order.with = next;
          },
        )
      : order.at && order.leader
        ? note("No Red units without a Leader stand there: he comes alone.")
        : null,
  ];
}

// 15.54
KINDS.stacks = {
  title: "Leaders in one stack",
  begin: () =>
    OWN.setup.groups.map((group) => {
      const used = sheet.stacks.flatMap((order) => order.units);
      const free = stackable(group).filter((id) => !used.includes(id));
      return (
        free.length > 1 &&
        button(`Stack ${labels(free)} in ${group.at}`, `stacks/new/${group.at}/${free[0]}`, () =>
          add("stacks", { units: free }),
        )
      );
    }),
  wrong(order) {
    const group = OWN.setup.groups.find((one) => order.units.every((id) => stackable(one).includes(id)));
    const twice = others("stacks", order).some((other) => other.units.some((id) => order.units.includes(id)));
    if (!group || order.units.length < 2 || twice) return "Choose two Leaders or more, each once.";
    const fits = !group.sets || group.sets.some((set) => [...set].sort().join() === [...order.units].sort().join());
    return fits ? "" : "That would be more than five in the stack.";
  },
  say: (order) => `One stack, top to bottom: ${labels(order.units) || "…"}`,
  data: (order) => names(order.units),
  form(order, key) {
    const group = OWN.setup.groups.find((one) => one.units.includes(order.units[0])) || OWN.setup.groups[0];
    return [
      ordered(
        "Top to bottom",
        key,
        stackable(group).map((id) => [id, label(id)]),
        order.units,
        (next) => {
          order.units = next;
        },
      ),
    ];
  },
};

// 17/13.26
KINDS.steal = {
  title: "Green units taken by the Gold",
  begin: () =>
    COMBAT.steal
      .filter(({ leader }) => !sheet.steal.some((order) => order.leader === leader))
      .map(({ leader }) =>
        button(`${label(leader)} takes Green units`, `steal/new/${leader}`, () =>
          add("steal", { leader, units: [] }),
        ),
      ),
  wrong(order) {
    const from = COMBAT.steal.find((one) => one.leader === order.leader);
    const [first, second, ...more] = order.units;
    if (!from || first === undefined) return "Choose one or two units.";
    const fits =
      from.units.includes(first) && (second === undefined || from.then[first].includes(second)) && !more.length;
    return fits ? "" : "The Leader cannot take these.";
  },
  say: (order) => `${label(order.leader)} takes ${labels(order.units) || "…"}`,
  data: (order) => ({ leader: name(order.leader), units: names(order.units) }),
  form(order, key) {
    const from = COMBAT.steal.find((one) => one.leader === order.leader) || { units: [], then: {} };
    const may = order.units.length
      ? [...order.units, ...(order.units.length < 2 ? from.then[order.units[0]] || [] : [])]
      : from.units;
    return [
      checks(
        "Units",
        key,
        may.map((id) => [id, label(id)]),
        order.units,
        (next) => {
          order.units = next;
        },
      ),
    ];
  },
};

// 24.1, in the solitaire game
KINDS.leaders = {
  title: "Red Leaders brought on",
  begin() {
    const left = leadersLeft();
    if (left < 1) return [note(OWN.leaders.number ? "The die allows no more Leaders." : "The die allows none.")];
    return [
      h("p", null, `The die allows ${left} more, here or by a click on the map:`),
      button("Bring on a Leader", "leaders/new", () => add("leaders", { leader: "", at: "", with: [] })),
    ];
  },
  wrong: (order) => leaderWrong(order),
  say: (order) =>
    `Bring on ${order.leader ? label(order.leader) : "…"} in ${order.at ? place(order.at) : "…"}, ${order.with.length ? `on ${labels(order.with)}` : "alone"}`,
  data: (order) => written({ leader: name(order.leader), at: order.at, with: names(order.with) }),
  form: (order, key) => leaderForm(order, key),
};
