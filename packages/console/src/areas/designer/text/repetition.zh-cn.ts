import type { repetition as english } from './repetition.en.ts'

export const repetition: typeof english = {
  title: '重复执行',
  once: '不重复',
  while: '条件成立时继续',
  inTurn: '多次，依次进行',
  atOnce: '多次，同时进行',
  most: '最多次数',
  times: '次数',
  timesHint: '一个数字，或得出数字的表达式：int(copies)',
  eachHint: '代替次数：值为列表的字段，如 signers。',
  asHint: '重复部分的条件和人员以此名称引用该项。',
  condition: '继续的条件',
  conditionHint: '表达式，例如 outcomes.check == "rejected"',
  until: '直到',
  untilHint: '表达式，例如 nrOfApprovedInstances >= 2.0',
  before: '第一次之前也检查条件',
}
