/** When a time starts approvals, and what it or a signal says of them. */
export const start = {
  time: 'Starts approvals',
  timeDuration: 'so long after it is published',
  timeDate: 'at a moment',
  timeCycle: 'again and again',
  working: 'On working days: what falls outside of working time starts when work begins next',
  initiator: 'In whose name',
  bizId: 'Number of what it is about',
  title: 'Title',
  value: 'Value: {{name}}',
  missed: 'When times were missed',
  once: 'It is started once, for the last of them',
  each: 'It is started for each of them',
  hint: {
    timeDuration: 'P10D is ten days after the publication.',
    timeDate: 'Such as 2027-01-31T09:00, where your organisation is',
    timeCycle:
      'R/2027-01-04T09:00/P1W is each week from then on, R12/… twelve times; R/P1M each month from the publication.',
    time: {
      initiator: 'User name or id of the person who counts as the initiator',
      bizId: "Such as 'rent-' + dueMonth; empty: key of the process and moment",
      title: "Such as 'Rent for ' + dueMonth; empty: name of the process and day",
      values:
        'Expressions: 1200, "text", or of the moment that it is for: dueAt, dueDay, dueMonth, dueYear, occurrence.',
    },
    signal: {
      initiator: 'User name or id of the person who counts as the initiator',
      bizId: "Such as 'audit-' + signalId; empty: key of the process and number of the signal",
      title: "Such as 'Audit of ' + thrownDay; empty: name of the process and day",
      values:
        'Expressions: 1200, "text", or of the signal: thrownAt, thrownDay, thrownMonth, thrownYear, signalId.',
    },
  },
}
