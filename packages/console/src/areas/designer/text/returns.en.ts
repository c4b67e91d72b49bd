export const returns = {
  returnTo: {
    any: 'everybody before',
    previous: 'the step before',
    initiator: 'the initiator',
    none: 'nobody',
  },
  changeOpen: { askAgain: 'Who has voted votes again', keep: 'Their votes stand' },
  changeDecided: {
    mark: 'It is shown what has changed',
    askAgain: 'It is decided again',
    refuse: 'They cannot be changed any more',
  },
  resubmit: {
    rerun: 'All steps again',
    straightBack: 'Straight back to who returned it',
    returner: 'Who returns it chooses',
  },
} as const
