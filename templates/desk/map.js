/* The map: what may be clicked on it, and what it shows of an order. */

const map = document.querySelector(".map-frame svg");
const shapeOf = (code) => map && map.querySelector(`[data-province="${code}"]`);

let painted = new Map(); // by province its marks

function paintMap() {
  if (!map) return;
  const marks = mapMarks();
  for (const code of new Set([...painted.keys(), ...marks.keys()])) {
    const [last, now] = [painted.get(code) || [], marks.get(code) || []];
    const shape = last.join() === now.join() ? null : shapeOf(code);
    if (!shape) continue;
    shape.classList.remove(...last);
    shape.classList.add(...now);
  }
  painted = marks;
}

/** How the provinces of the move that is being put together are marked, or the one that was clicked. */
function mapMarks() {
  const marks = new Map();
  const mark = (code, name) => marks.set(code, [...(marks.get(code) || []), name]);
  const order = openMove();
  if (!order) {
    const at = openLeader() ? openLeader().at : ui.at;
    if (at) mark(at, "desk-here");
    return marks;
  }
  const on = onTheWay(order);
  new Set(order.route.map((step) => step.at)).forEach((code) => mark(code, "desk-way"));
  mark(on.at, "desk-here");
  for (const code of nextSteps(on)) {
    mark(code, "desk-next");
    if (stopIn(on, code)) mark(code, "desk-halt");
  }
  return marks;
}

/** The move that is being put together, if one is. */
function openMove() {
  const [part, index] = ui.open.split("/");
  return part === "moves" ? sheet.moves[Number(index)] : undefined;
}

/** The Leader who is being brought on, if one is. */
function openLeader() {
  const [part, index] = ui.open.split("/");
  return part === "leaders" ? sheet.leaders[Number(index)] : undefined;
}

function clicked(code) {
  const order = openMove();
  const leader = openLeader();
  if (leader && codes(OWN.leaders.provinces).includes(code)) {
    putLeader(leader, code);
    changed(undefined, { keepFocus: true });
    say(KINDS.leaders.say(leader));
    return;
  }
  if (!order) {
    ui.at = ui.at === code ? "" : code;
    changed(undefined, { keepFocus: true });
    return;
  }
  const on = onTheWay(order);
  if (nextSteps(on).includes(code)) {
    addStep(order, code);
    changed(undefined, { keepFocus: true });
  } else say(`${place(code)} cannot be entered from ${on.at}.`);
}

/** What is at hand while the map is looked at: the move that is being put together, or who is in a province. */
function bar() {
  const order = openMove();
  if (order) {
    const key = ui.open;
    const on = onTheWay(order);
    return [
      h("p", null, h("strong", null, moveWords(order))),
      h(
        "p",
        { class: on.stopped ? "desk-stop" : "" },
        on.wrong || routeWords(order, on, nextSteps(on)).replace(/ Next, here or on the map:$/, ""),
      ),
      choices(
        order.route.length > 1
          ? button("Back one step", "bar/back", () => {
              order.route.pop();
            })
          : null,
        button("Details", "bar/details", () => `${key}/here`),
        button("Done", "bar/done", () => {
          ui.open = "";
        }),
      ),
    ];
  }
  if (openLeader()) {
    return [
      h("p", null, h("strong", null, KINDS.leaders.say(openLeader()))),
      choices(
        button("Details", "bar/details", () => `${ui.open}/leader`),
        button("Done", "bar/done", () => {
          ui.open = "";
        }),
      ),
    ];
  }
  if (!ui.at) return null;
  const leaders =
    OWN.leaders && leadersLeft() > 0 && codes(OWN.leaders.provinces).includes(ui.at)
      ? [
          button("Bring on a Leader here", "bar/leader", () => {
            const at = ui.at;
            ui.at = "";
            return add("leaders", { leader: "", at, with: [] }, "leader");
          }),
        ]
      : [];
  const moves = MOVING
    ? movable(ground)
        .filter((one) => one.at === ui.at)
        .map((one) => forceButton(one, "bar"))
    : [];
  const fights = FIGHTING
    ? ["attacks", "subversion"].flatMap((part) => {
        const after = groundAfterSteals();
        const found = COMBAT[part].filter(
          (one) =>
            one.at === ui.at &&
            after.stackOf(one.against) &&
            !attacked(one.against, null) &&
            freeAttackers(part, one, null).length,
        );
        return found.map((one) => attackButton(part, one, after));
      })
    : [];
  return [
    h(
      "p",
      null,
      h("strong", null, place(ui.at)),
      leaders.length || moves.length || fights.length ? ": choose" : ": nothing to order here",
    ),
    choices(
      ...leaders,
      ...moves,
      ...fights,
      button("Close", "bar/close", () => {
        ui.at = "";
      }),
    ),
  ];
}
