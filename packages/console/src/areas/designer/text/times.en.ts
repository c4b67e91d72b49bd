export const times = {
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

export const access = {
  title: 'Values, for whoever decides here',
  read: 'shown',
  write: 'may be changed',
  hidden: 'hidden',
}

export const service = {
  does: 'What it does',
  copy: 'Tells people',
  auto: 'Decides by rules',
  callback: 'Asks the application',
}

export const mappings = {
  in: 'Values handed over',
  out: 'Values that come back',
  source: 'Value {{number}}',
  target: 'As {{number}}',
  hint: 'An expression, such as amount * 1.2.',
  addIn: 'Hand a value over',
  addOut: 'Take a value back',
  remove: 'Remove value {{number}}',
}
