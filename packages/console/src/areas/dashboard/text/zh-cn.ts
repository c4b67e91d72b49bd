import type { Translation } from '@countersign/approval-ui'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  title: '统计',
  lead: '审批需要多久，停在哪里。',
  nothing: '此时段没有数据。',
  stuck_one: '有 {{count}} 项审批或投递卡住',
  stuck_other: '有 {{count}} 项审批或投递卡住',
  overdue: '{{count}} 项超期',
  called_one: '另有 {{count}} 项由其他审批调用',
  called_other: '另有 {{count}} 项由其他审批调用',
  filter: {
    bizType: '业务类型',
    allTypes: '全部类型',
    period: '时段',
    days_one: '{{count}} 天',
    days_other: '{{count}} 天',
  },
  figure: {
    started: '发起',
    ended: '结束',
    median: '用时中位数',
    returnRate: '曾被退回',
  },
  chart: {
    slowNodes: '耗时最长的节点',
    backlogNodes: '积压最多的节点',
    slowPeople: '耗时最长的人员',
    backlogPeople: '积压最多的人员',
  },
  column: { name: '名称', median: '处理时间中位数', backlog: '等待中' },
}
