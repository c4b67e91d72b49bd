import type { Translation } from '../../text/translation.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  title: '分享给您的文件',
  password: '密码',
  unlock: '打开',
  download: '下载',
  size: '{{name}},{{size}}',
}
