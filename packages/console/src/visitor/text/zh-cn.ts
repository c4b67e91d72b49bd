import type { Translation } from '@countersign/approval-ui'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  lead: '分享给您的文件',
  until: '有效期至',
  password: '密码',
  passwordHint: '请向分享者索取。',
  passwordWrong: '密码不正确。',
  throttled: '尝试次数过多，请稍后再试。',
  unlock: '打开',
  download: '下载',
  preview: '预览',
  page: '第 {{page}} 页',
  first: '首页',
  previous: '上一页',
  next: '下一页',
  last: '末页',
  pending: '正在生成预览…',
  noPreview: '此文件无法预览',
  noPreviewHint: '请下载后查看。',
  previewOnly: '仅可在此查看，不能下载。',
  closed: {
    'dms.not_found': '此链接不存在',
    'dms.share_revoked': '此分享已结束',
    'dms.share_expired': '此分享已过期',
    'dms.share_used_up': '此分享的使用次数已用完',
    'dms.share_resting': '此分享已暂停',
    'dms.share_not_yet_valid': '此分享尚未生效',
  },
  closedHint: '请向分享者索取新的链接。',
  laterHint: '请稍后再来。',
}
