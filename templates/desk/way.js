/* The way of a force: what it may enter, and where it must stop (R7, R9, R11). */

const withCzar = (march) => march.commands.some((one) => one.imperial.includes(CZAR));

/** The color that stops the force in a province, or empty. */
function stopIn(march, province) {
  const kind = march.color === "white" && withCzar(march) ? "czar" : march.color;
  return MOVEMENT.stops[kind][province] || "";
}

/** How many provinces the force may still enter. */
const pointsLeft = (march) => MOVEMENT.points[march.led ? 0 : 1] - (march.route.length - 1);

/** The provinces the force may enter next. */
function nextSteps(march) {
  if (march.wrong || march.stopped || march.ends || !march.commands.length) return [];
  const step = march.order.route[march.order.route.length - 1];
  if (step.join) return [];
  if (march.order.by === "rail") return march.led ? codes(MOVEMENT.rail[march.at]) : [];
  if (pointsLeft(march) < 1) return [];
  const ways = codes(MOVEMENT.land[march.at]);
  if (march.color === "white" && march.led) ways.push(...codes(MOVEMENT.strait[march.at]));
  const entry = march.led ? undefined : MOVEMENT.entry[march.nation];
  return entry === undefined ? ways : ways.filter((code) => codes(entry).includes(code));
}

function enter(march, to) {
  const before = { ...march, order: { ...march.order, route: [{ at: march.at }] } };
  if (!nextSteps(before).includes(to)) {
    march.wrong = `From ${march.at} the force cannot go on to ${to}.`;
    return;
  }
  leaveGreen(march, to);
  march.at = to;
  march.route.push(to);
  march.fresh.clear();
  march.stopped = stopIn(march, to);
  if (march.color === "white" && withCzar(march) && !march.stopped) march.passing = MOVEMENT.stops.white[to] || "";
}

/** 5.74: Green units under the Gold stay in the last province of their home region. */
function leaveGreen(march, to) {
  for (const command of march.commands) {
    if (command.leader === null || !command.imperial.includes(GOLD)) continue;
    const left = command.attached.filter((id) => {
      const entry = unit(id).color === "green" ? MOVEMENT.entry[unit(id).nation] : undefined;
      return entry !== undefined && !codes(entry).includes(to);
    });
    if (!left.length) continue;
    command.attached = command.attached.filter((id) => !left.includes(id));
    march.notes.push(
      `${labels(left)} may not enter ${to} and ${left.length === 1 ? "stays" : "stay"} behind in ${march.at}.`,
    );
    leave(march, left);
    layDown(march, left);
  }
}

/** R13: units part from the force; those that came here with it have moved. */
function leave(march, units) {
  if (march.route.length < 2) return;
  units.filter((id) => !march.fresh.has(id)).forEach((id) => march.ground.moved.add(id));
}
