// What an organisation needs before it can decide anything.

export const firstSteps = {
  title: 'First steps',
  lead: 'What this organisation needs until somebody can decide something in it: {{done}} of {{total}} are done.',
  leadUncounted: 'What this organisation needs until somebody can decide something in it.',
  noneToSee:
    'Your permissions show none of the steps. Who administers your organisation sees them.',
  allDone: 'Everything is there: this organisation can decide.',
  done: 'Done',
  open: 'To do',
  step: {
    roles: {
      title: 'Make a role beside your own',
      text: 'Roles say what people may do, and processes ask them: finance, for example.',
    },
    people: {
      title: 'Bring in people',
      text: 'Invite them, make accounts, or connect the directory that has them already.',
    },
    clients: {
      title: 'Register an application',
      text: 'A client for its pages and one for its backend; the settings for its code come with them.',
    },
    types: {
      title: 'Have a business type declared',
      text: 'The application declares what it wants to have decided, with its own token.',
    },
    processes: {
      title: 'Publish a process',
      text: 'Who decides, in what order. There are templates for the most frequent ones.',
    },
    approvals: {
      title: 'Start an approval',
      text: 'A small one, to see it go to its end.',
    },
  },
}
