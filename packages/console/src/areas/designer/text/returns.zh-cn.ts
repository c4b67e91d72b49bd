export const returns = {
  returnTo: { any: '之前任一步骤', previous: '上一步', initiator: '发起人', none: '不可退回' },
  changeOpen: { askAgain: '已投票的人重新投票', keep: '保留已投的票' },
  changeDecided: { mark: '标明变更内容', askAgain: '重新审批', refuse: '不允许变更' },
  resubmit: { rerun: '重新逐步审批', straightBack: '直接返回退回人', returner: '由退回人选择' },
} as const
