const times = {
  title: 'In time',
  never: 'not said',
  kind: {
    in: 'After a time',
    at: 'At a moment',
    table: 'As a decision table says',
  },
  due: 'Due',
  dueTable: 'Table that says by when',
  remind: 'Reminder',
  howOften: 'How many reminders',
  escalate: 'Handed to others',
  escalateTo: 'Who gets it then',
  timeout: 'Decided by itself',
  result: 'Decided how',
}

const access = {
  forbid: 'What nobody may do here',
  forbidNothing: 'As usual: everything may be done',
  title: 'Values, for whoever decides here',
  read: 'shown',
  write: 'may be changed',
  hidden: 'hidden',
}

const service = {
  does: 'What it does',
  copy: 'Tells people',
  auto: 'Decides by rules',
  callback: 'Asks the application',
}

const mappings = {
  in: 'Values handed over',
  out: 'Values that come back',
  source: 'Value {{number}}',
  target: 'As {{number}}',
  hint: 'An expression, such as amount * 1.2.',
  addIn: 'Hand a value over',
  addOut: 'Take a value back',
  remove: 'Remove value {{number}}',
}

const convert = {
  steps: 'Edit as steps',
  diagram: 'Edit as a diagram',
  refused: 'The diagram says more than steps can. It stays a diagram.',
}

export const forms = { access, convert, mappings, service, times }
