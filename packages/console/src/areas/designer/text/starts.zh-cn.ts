import type { start as english } from './starts.en.ts'

export const start: typeof english = {
  time: '定时发起审批',
  timeDuration: '发布后经过一段时间',
  timeDate: '在某一时刻',
  timeCycle: '周期性发起',
  working: '按工作日：不在工作时间内的，顺延到下一次上班时发起',
  initiator: '以谁的名义发起',
  bizId: '业务编号',
  title: '标题',
  value: '变量：{{name}}',
  missed: '错过的时刻',
  once: '只为最后一次补发一次',
  each: '逐次补发',
  hint: {
    timeDuration: 'P10D 为发布十天之后。',
    timeDate: '例如 2027-01-31T09:00，按贵单位所在时区',
    timeCycle:
      'R/2027-01-04T09:00/P1W 为从该时刻起每周一次，R12/… 为共十二次；R/P1M 为自发布起每月一次。',
    time: {
      initiator: '作为发起人的用户名或用户 ID',
      bizId: "例如 'rent-' + dueMonth；留空则为流程标识加时刻",
      title: "例如 'Rent for ' + dueMonth；留空则为流程名称加日期",
      values:
        '表达式：1200、"文字"，或所对应时刻：dueAt、dueDay、dueMonth、dueYear、occurrence（第几次）。',
    },
    signal: {
      initiator: '作为发起人的用户名或用户 ID',
      bizId: "例如 'audit-' + signalId；留空则为流程标识加信号编号",
      title: "例如 'Audit of ' + thrownDay；留空则为流程名称加日期",
      values:
        '表达式：1200、"文字"，或信号的：thrownAt、thrownDay、thrownMonth、thrownYear、signalId（信号编号）。',
    },
  },
}
