export const repetition = {
  title: 'Done again',
  while: 'as long as a condition holds',
  inTurn: 'many times, one after the other',
  atOnce: 'many times, all at once',
  most: 'So often at most',
  times: 'How often',
  timesHint: 'A number, or an expression that gives one: int(copies)',
  condition: 'Again as long as',
  conditionHint: 'An expression, such as outcomes.check == "rejected"',
  until: 'Until',
  untilHint: 'An expression, such as nrOfApprovedInstances >= 2.0',
  before: 'Also looked at before the first time',
}
