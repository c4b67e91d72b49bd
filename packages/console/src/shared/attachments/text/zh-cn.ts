import type { Translation } from '@countersign/approval-ui'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  title: '添加附件',
  upload: '从本机上传',
  uploadHint: '参与此审批的人员均可查看。',
  sending: '正在上传 {{name}}',
  unsent: '“{{name}}”未能上传：',
  library: '从文档库选择',
  search: '标题或正文关键词',
  none: '未找到文档。',
  libraryHint: '没有阅读权限的人员只能看到文档名称。',
  chosen: '将要添加',
  remove: '移除 {{name}}',
  attach: '添加',
}
