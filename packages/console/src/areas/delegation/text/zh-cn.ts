import type { Translation } from '@countersign/approval-ui'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  title: '外出委托',
  lead: '您不在期间，新任务由他人处理；由谁代为处理会一直可见。',
  add: '添加时段',
  allTypes: '全部业务类型',
  empty: '目前由您本人处理',
  emptyHint: '外出之前请添加时段。',
  removeOf: '移除委托给 {{name}} 的时段',
  phase: { active: '生效中', coming: '未开始', over: '已结束' },
  field: {
    to: '由谁代您处理',
    firstDay: '第一天',
    lastDay: '最后一天',
    wrongOrder: '最后一天早于第一天。',
    bizTypes: '仅限这些业务类型',
    bizTypesHint: '不选择则适用于全部。',
  },
}
