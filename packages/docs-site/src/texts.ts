import type { DefaultTheme } from 'vitepress'

/** The words around the pages, in both languages. */
export const englishTexts: DefaultTheme.Config = {
  nav: [
    { text: 'For people', link: '/people/deciding.html' },
    { text: 'Guides', link: '/guides/' },
    { text: 'Errors', link: '/problems/' },
    { text: 'Changes', link: '/changelog.html' },
  ],
  skipToContentLabel: 'Skip to content',
}

const theme: DefaultTheme.Config = {
  nav: [
    { text: '使用指南', link: '/zh-CN/people/deciding.html' },
    { text: '开发文档（英文）', link: '/guides/' },
  ],
  outline: { label: '本页内容' },
  docFooter: { prev: '上一页', next: '下一页' },
  darkModeSwitchLabel: '外观',
  lightModeSwitchTitle: '切换到浅色',
  darkModeSwitchTitle: '切换到深色',
  sidebarMenuLabel: '目录',
  returnToTopLabel: '回到顶部',
  langMenuLabel: '切换语言',
  skipToContentLabel: '跳到正文',
  notFound: { title: '没有这一页', quote: '', linkText: '回到首页', linkLabel: '回到首页' },
}

const search = {
  button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
  modal: {
    displayDetails: '显示详情',
    resetButtonTitle: '清除',
    backButtonTitle: '关闭搜索',
    noResultsText: '没有结果',
    footer: {
      selectText: '选择',
      selectKeyAriaLabel: '回车',
      navigateText: '移动',
      navigateUpKeyAriaLabel: '上箭头',
      navigateDownKeyAriaLabel: '下箭头',
      closeText: '关闭',
      closeKeyAriaLabel: 'Esc',
    },
  },
}

export const chineseTexts = { theme, search }
