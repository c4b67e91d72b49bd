import type { event as english } from './events.en.ts'

export const event: typeof english = {
  message: '消息名称',
  signal: '信号名称',
  scope: '接收范围',
  scopes: { approval: '仅本审批', tenant: '本组织的所有审批' },
  error: '错误代码',
  escalation: '升级代码',
  link: '链接名称',
  condition: '条件',
  time: '等待',
  timeDuration: '一段时间',
  timeDate: '到某一时刻',
  timeCycle: '反复触发',
  when: '多久，或何时',
  hint: {
    message: '业务应用按此名称发送。',
    signal: '等待此名称的环节都会继续。',
    scope: '对使用此信号的所有事件生效。其他审批若此时正在等待，稍后会收到。',
    error: '边界上留空：任何错误都会捕获。',
    escalation: '边界上留空：任何升级都会捕获。',
    link: '发出此链接的事件会转到接收同名链接的那一个事件。',
    condition: '条件成立时触发，例如 amount > 1000：数值变化时即检查。',
    timeDuration: 'P3D 为三天，PT4H 为四小时；按工作时间计算。',
    timeDate: '例如 2027-01-31T12:00:00Z',
    timeCycle: 'R3/P1D 为三次，每次间隔一天；R/P1D 为活动期间一直反复。',
  },
}
