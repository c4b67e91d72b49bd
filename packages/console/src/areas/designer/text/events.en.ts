/** What events wait for and tell. */
export const event = {
  message: 'Name of the message',
  signal: 'Name of the signal',
  error: 'Code of the error',
  escalation: 'Code of the escalation',
  time: 'Waits',
  timeDuration: 'for a while',
  timeDate: 'until a moment',
  timeCycle: 'again and again',
  when: 'How long, or when',
  hint: {
    message: 'The application sends it by this name.',
    signal: 'Everything in the same approval that waits for this name goes on.',
    error: 'Empty on a border: whatever error comes.',
    escalation: 'Empty on a border: whatever escalation comes.',
    timeDuration: 'P3D is three days, PT4H four hours; of working time.',
    timeDate: 'Such as 2027-01-31T12:00:00Z',
    timeCycle: 'R3/P1D is three times, a day apart; R/P1D as long as the activity takes.',
  },
}
