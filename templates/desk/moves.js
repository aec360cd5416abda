/* Moves (5.0, 17/5.0). */

/** The button that begins the orders of a force. */
function forceButton({ at, force }, from) {
  const begin = () => {
    ui.at = "";
    return add("moves", { force: [...force], by: "", route: [{ at }] }, "here");
  };
  return button(`${at}: ${labels(force)}`, `${from}/new/${force[0]}`, begin);
}

const actions = (step) => [
  ...(step.drop || []).map((ids) => ({
    words: `drop ${labels(ids)}`,
    undo: () => {
      step.drop = step.drop.filter((one) => one !== ids);
    },
  })),
  ...(step.pick_up || []).map((wish) => ({
    words: `pick up ${label(wish.unit)}${wish.leader ? ` for ${label(wish.leader)}` : ""}`,
    undo: () => {
      step.pick_up = step.pick_up.filter((one) => one !== wish);
    },
  })),
  ...(step.remove || []).map((id) => ({
    words: `take ${label(id)} off the map`,
    undo: () => {
      step.remove = step.remove.filter((one) => one !== id);
    },
  })),
  ...(step.join
    ? [
        {
          words: `join ${label(step.join)}`,
          undo: () => {
            delete step.join;
          },
        },
      ]
    : []),
];

const stepWords = (step) => {
  const done = actions(step).map((one) => one.words);
  return done.length ? `${step.at} (${done.join("; ")})` : step.at;
};

const moveWords = (order) =>
  `${labels(order.force)}${order.by ? " by rail" : ""}: ${order.route.map(stepWords).join(" – ")}`;

function stepData(step) {
  const done = written({
    drop: (step.drop || []).length === 1 ? names(step.drop[0]) : (step.drop || []).map(names),
    pick_up: (step.pick_up || []).map((wish) =>
      wish.leader ? { [name(wish.leader)]: [name(wish.unit)] } : name(wish.unit),
    ),
    remove: names(step.remove || []),
    join: step.join ? name(step.join) : "",
  });
  return Object.keys(done).length ? { [step.at]: done } : step.at;
}

function moveForm(order, key) {
  const { before: from, march } = verdicts.get(order);
  const on = onTheWay(order);
  const step = order.route[order.route.length - 1];
  if (on.wrong) return [fault(on.wrong), backButton(order, key)];
  return [
    forceForm(order, key, from, on),
    routeForm(order, key, on),
    fieldset(
      `In ${place(on.at)}`,
      step.join ? null : [dropForm, pickUpForm, leaveForm, joinForm].map((form) => form(on, step, key)),
      doneHere(step, key),
    ),
    march.notes.map(note),
  ];
}

function backButton(order, key) {
  if (order.route.length < 2 && !order.by) return null;
  return button("Back one step", `${key}/back`, () => {
    if (order.route.length > 1) order.route.pop();
    else order.by = "";
    return `${key}/here`;
  });
}

/** Who goes, top to bottom; and who else could. */
function forceForm(order, key, from, on) {
  const fits = (force) => force.length > 0 && !walk(from.copy(), { ...order, force }).wrong;
  const put = (force) => {
    order.force = force;
  };
  const rows = order.force.map((id, index) => {
    const without = order.force.filter(
      (other) => !(other === id || (isLeader(id) && blockOf(order.force, id).includes(other))),
    );
    const higher = raised(order.force, index);
    return h(
      "li",
      { class: isLeader(id) || !on.led ? "" : "under", "data-unit": id },
      h("span", { class: "say" }, label(id)),
      higher &&
        fits(higher) &&
        button("Higher", `${key}/force/${id}/up`, () => put(higher), {
          class: "small",
          "aria-label": `Higher: ${label(id)}`,
        }),
      fits(without) &&
        button("Leave here", `${key}/force/${id}/out`, () => put(without), {
          class: "small",
          "aria-label": `Leave here: ${label(id)}`,
        }),
    );
  });
  const here = from.at(order.route[0].at).filter((stack) => stack.player === ME || stack.player === null);
  const more = here
    .flatMap((stack) => stack.units)
    .filter((id) => !order.force.includes(id))
    .map((id) => {
      const force = inserted(order.force, id).find(fits);
      return force && button(`With ${label(id)}`, `${key}/force/${id}/in`, () => put(force), { class: "small" });
    });
  const many = order.force.length > 1 || more.some(Boolean);
  if (!many) return null;
  return h(
    "details",
    {
      open: ui.parts[`${key}/force`],
      ontoggle: (event) => {
        ui.parts[`${key}/force`] = event.target.open;
      },
    },
    h("summary", { key: `${key}/force` }, "Who goes, top to bottom"),
    h("ul", { class: "desk-list" }, rows),
    more.some(Boolean) ? choices(more) : null,
  );
}

/** A Leader with what is listed under him. */
function blockOf(force, leader) {
  const start = force.indexOf(leader);
  const next = force.findIndex((id, index) => index > start && isLeader(id));
  return force.slice(start, next < 0 ? undefined : next);
}

/** The list with one unit a place higher, a Leader with all that is his; null where there is no higher place. */
function raised(force, index) {
  if (index === 0) return null;
  if (!isLeader(force[index])) {
    const next = [...force];
    [next[index - 1], next[index]] = [next[index], next[index - 1]];
    return next;
  }
  const block = blockOf(force, force[index]);
  const start = force.slice(0, index).findLastIndex(isLeader);
  return start < 0
    ? null
    : [...force.slice(0, start), ...block, ...force.slice(start, index), ...force.slice(index + block.length)];
}

/** The lists with one unit more: last of all, else last under one of the Leaders. */
function inserted(force, id) {
  const lists = [[...force, id]];
  for (const leader of force.filter(isLeader)) {
    const end = force.indexOf(leader) + blockOf(force, leader).length;
    lists.push([...force.slice(0, end), id, ...force.slice(end)]);
  }
  return lists;
}

function routeForm(order, key, on) {
  const start = order.route.length === 1;
  const rail = on.led && start && codes(MOVEMENT.rail[on.at]).length;
  const next = nextSteps(on);
  const way = h(
    "ol",
    { class: "desk-route" },
    order.route.map((one) => h("li", null, stepWords(one))),
  );
  const ways = rail
    ? choices(
        button(
          "Overland",
          `${key}/land`,
          () => {
            order.by = "";
          },
          { "aria-pressed": String(!order.by) },
        ),
        button(
          "By rail",
          `${key}/rail`,
          () => {
            order.by = "rail";
          },
          { "aria-pressed": String(order.by === "rail") },
        ),
      )
    : null;
  return fieldset(
    "Route",
    way,
    ways,
    h("p", { key: `${key}/here`, tabindex: "-1", class: on.stopped ? "desk-stop" : "" }, routeWords(order, on, next)),
    next.length ? choices(next.map((code) => stepButton(order, key, code, on))) : null,
    backButton(order, key),
  );
}

function routeWords(order, on, next) {
  if (on.stopped)
    return `The force must stop in ${place(on.at)}: ${sentence(on.stopped)} units ${SOLITAIRE ? "stand there" : "stood there at the start of the Game-Turn"}. [5.27]`;
  if (!on.commands.length) return "Nobody is left in the force.";
  if (on.ends) return "The force ends here: it picks up a unit that has moved. [R13]";
  if (!next.length) return `The force ends in ${place(on.at)}.`;
  const far =
    order.by === "rail"
      ? "It may go as far as the railway goes."
      : `It may enter ${plural(pointsLeft(on), "more province", "more provinces")}.`;
  return `In ${place(on.at)}. ${far} Next, here or on the map:`;
}

function stepButton(order, key, code, on) {
  const stop = stopIn(on, code);
  const words = stop
    ? `${code} ${BOARD.provinces[code]} (stops: ${sentence(stop)})`
    : `${code} ${BOARD.provinces[code]}`;
  return button(words, `${key}/next/${code}`, () => addStep(order, code));
}

function addStep(order, code) {
  order.route.push({ at: code });
  return `moves/${sheet.moves.indexOf(order)}/here`;
}

function dropForm(on, step, key) {
  const dropped = (step.drop || []).flat();
  // The only Leader goes down with all that is his, which ends the force: it may as well end here.
  const leaders = on.commands.length > 1 ? on.commands.map((one) => one.leader) : [];
  const may = on.before.filter((id) => !dropped.includes(id) && (commandOf(on, id) || leaders.includes(id)));
  if (may.length < (on.led ? 1 : 2) && !dropped.length) return null;
  ui.drop = ui.drop.filter((id) => may.includes(id));
  const put = () => {
    step.drop = [...(step.drop || []), may.filter((id) => ui.drop.includes(id))];
    ui.drop = [];
    return `${key}/here`;
  };
  return may.length
    ? h(
        "div",
        null,
        choices(
          may.map((id) =>
            check(label(id), `${key}/drop/${id}`, ui.drop.includes(id), (on) => {
              ui.drop = ticked(ui.drop, id, on);
            }),
          ),
        ),
        ui.drop.length
          ? choices(
              button(`Drop ${labels(may.filter((id) => ui.drop.includes(id)))} as one stack`, `${key}/drop`, put),
            )
          : note("Tick what is to be dropped here."),
      )
    : null;
}

function pickUpForm(on, step, key) {
  const found = on.ground
    .at(on.at)
    .flatMap((stack) => stack.units)
    .filter((id) => !unobtainable(on, id, true));
  const buttons = found.flatMap((id) => {
    const fit = takers(on, id);
    const put = (leader) => () => {
      step.pick_up = [...(step.pick_up || []), leader ? { unit: id, leader } : { unit: id }];
      return `${key}/here`;
    };
    if (!fit.length) return [];
    const words = `Pick up ${label(id)}`;
    if (on.commands.length < 2) return [button(words, `${key}/pick/${id}`, put(null))];
    return fit.map((command) =>
      button(`${words} for ${label(command.leader)}`, `${key}/pick/${id}/${command.leader}`, put(command.leader)),
    );
  });
  return buttons.length ? choices(buttons) : null;
}

function leaveForm(on, step, key) {
  const may = forceUnits(on).filter((id) => mayLeave(on, id));
  const put = (id) => () => {
    step.remove = [...(step.remove || []), id];
    return `${key}/here`;
  };
  return may.length
    ? choices(
        may.map((id) => button(`Take ${label(id)} off the map for Victory Points`, `${key}/leave/${id}`, put(id))),
      )
    : null;
}

function joinForm(on, step, key) {
  const may = joinable(on).filter((stack) => !stack.units.some((id) => forceUnits(on).includes(id)));
  const put = (stack) => () => {
    step.join = stack.units[0];
    return `${key}/here`;
  };
  return may.length
    ? choices(
        may.map((stack) => button(`End under ${label(stack.units[0])}`, `${key}/join/${stack.units[0]}`, put(stack))),
      )
    : null;
}

function doneHere(step, key) {
  const done = actions(step);
  if (!done.length) return null;
  return h(
    "ul",
    { class: "desk-list" },
    done.map((one, index) =>
      h(
        "li",
        null,
        h("span", { class: "say" }, one.words),
        button(
          "Undo",
          `${key}/undo/${index}`,
          () => {
            one.undo();
            return `${key}/here`;
          },
          { class: "small", "aria-label": `Undo: ${one.words}` },
        ),
      ),
    ),
  );
}

// 5.0, 17/5.0
KINDS.moves = {
  title: "Moves",
  begin() {
    const free = movable(ground);
    if (!free.length) return [note("All your forces have their orders.")];
    return [
      h("p", null, "Choose a force, here or on the map:"),
      choices(free.map((one) => forceButton(one, "moves"))),
    ];
  },
  wrong: () => "",
  say: (order) => moveWords(order),
  data: (order) => written({ force: names(order.force), by: order.by, route: order.route.map(stepData) }),
  form: (order, key) => moveForm(order, key),
};
