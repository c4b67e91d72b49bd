import type { forms as english } from './forms.en.ts'

export const forms: typeof english = {
  access: {
    forbid: '此处不允许的操作',
    forbidNothing: '默认：均可操作',
    title: '审批人可见的数值',
    read: '只读',
    write: '可修改',
    hidden: '隐藏',
  },
  convert: {
    steps: '以步骤编辑',
    diagram: '以流程图编辑',
    refused: '流程图的内容无法全部用步骤表示，仍以流程图编辑。',
  },
  mappings: {
    in: '传入的数值',
    out: '返回的数值',
    source: '数值 {{number}}',
    target: '作为 {{number}}',
    hint: '表达式，例如 amount * 1.2。',
    addIn: '传入一个数值',
    addOut: '取回一个数值',
    remove: '移除数值 {{number}}',
  },
  service: {
    does: '作用',
    copy: '抄送',
    auto: '按规则决定',
    callback: '请求业务应用',
  },
  times: {
    title: '时限',
    never: '未设置',
    kind: {
      in: '一段时间之后',
      at: '某一时刻',
      table: '按决策表',
    },
    due: '到期',
    dueTable: '计算到期时间的决策表',
    remind: '提醒',
    howOften: '提醒次数',
    escalate: '转给他人',
    escalateTo: '届时由谁处理',
    timeout: '自动处理',
    result: '处理结果',
  },
}
