import type { Translation } from '@countersign/approval-ui'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  title: '前往任意位置',
  placeholder: '页面、审批、文档、人员……',
  searching: '正在搜索……',
  nothing: '没有匹配的内容。',
  failed: '部分内容未能搜索。',
  retry: '重试',
  waits: '待您处理',
  keys: '↑ ↓ 移动，Enter 打开，Esc 关闭',
  group: {
    pages: '页面',
    actions: '操作',
    approvals: '审批',
    documents: '文档',
    people: '人员',
  },
}
