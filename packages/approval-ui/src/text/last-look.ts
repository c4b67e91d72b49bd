import type { Translation } from './translation.ts'

/** Texts of a part that is loaded when there is something to say. */
const en = {
  changedSince: 'Changed since {seen}',
  sameSince: 'Nothing has changed since {seen}',
  seenBy: {
    start: 'you started it',
    resubmit: 'you resubmitted it',
    approve: 'you approved it',
    reject: 'you rejected it',
    return: 'you returned it',
    look: 'you last looked',
  },
  newVersion: 'New version of the document',
  fileAdded: '“{name}” attached',
  fileRemoved: '“{name}” taken away',
} as const

const zhCn: Translation<typeof en> = {
  changedSince: '{seen}之后有变更',
  sameSince: '{seen}之后没有变更',
  seenBy: {
    start: '您发起',
    resubmit: '您重新提交',
    approve: '您同意',
    reject: '您拒绝',
    return: '您退回',
    look: '您上次查看',
  },
  newVersion: '文件有新版本',
  fileAdded: '已添加附件“{name}”',
  fileRemoved: '已移除附件“{name}”',
}

export const lastLookTexts = (tag: string): Translation<typeof en> => (tag === 'zh-CN' ? zhCn : en)
