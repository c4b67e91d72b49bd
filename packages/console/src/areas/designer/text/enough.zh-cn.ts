import type { enough as english } from './enough.en.ts'

export const enough: typeof english = {
  activation: '继续的条件',
  activationHint: 'activationCount 为已到达的分支数：activationCount >= 2',
  ordering: '进行方式',
  Parallel: '同时进行',
  Sequential: '按图中顺序依次进行',
  until: '足够的条件',
  untilHint: '表达式，例如 outcomes.check == "approved"。不填则全部完成。',
  cancels: '其余的随即撤回',
  startQuantity: '到达多少个后开始',
  startQuantityHint: '合计所有通向此处的分支，同一分支可以到达多个。',
  completionQuantity: '完成后继续的次数',
  completionQuantityHint: '离开时沿每条连线各继续这么多次。',
}
