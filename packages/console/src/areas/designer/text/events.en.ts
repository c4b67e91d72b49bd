/** What events wait for and tell. */
export const event = {
  message: 'Name of the message',
  signal: 'Name of the signal',
  scope: 'Heard by',
  scopes: { approval: 'this approval alone', tenant: 'all approvals of the organization' },
  error: 'Code of the error',
  escalation: 'Code of the escalation',
  link: 'Name of the link',
  condition: 'Condition',
  time: 'Waits',
  timeDuration: 'for a while',
  timeDate: 'until a moment',
  timeCycle: 'again and again',
  when: 'How long, or when',
  hint: {
    message: 'The application sends it by this name.',
    signal: 'Everything that waits for this name goes on.',
    scope:
      'Of all events with this signal. Other approvals hear it a moment later, if they wait by then.',
    error: 'Empty on a border: whatever error comes.',
    escalation: 'Empty on a border: whatever escalation comes.',
    link: 'What throws it goes on at the one event that catches this name.',
    condition: 'Comes once it holds, such as amount > 1000: looked at whenever values change.',
    timeDuration: 'P3D is three days, PT4H four hours; of working time.',
    timeDate: 'Such as 2027-01-31T12:00:00Z',
    timeCycle: 'R3/P1D is three times, a day apart; R/P1D as long as the activity takes.',
  },
}
