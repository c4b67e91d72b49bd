import type { Translation } from '@countersign/approval-ui'
import type { firstSteps as englishFirstSteps } from './first-steps.en.ts'

export const firstSteps: Translation<typeof englishFirstSteps> = {
  title: '起步清单',
  lead: '要让本组织能够审批，还需要以下准备：已完成 {{done}} 项，共 {{total}} 项。',
  leadUncounted: '要让本组织能够审批，还需要以下准备。',
  noneToSee: '您的权限看不到这些步骤；组织的管理员可以看到。',
  allDone: '全部就绪：本组织可以开始审批。',
  done: '已完成',
  open: '待办',
  step: {
    roles: {
      title: '除自己的角色外再创建一个角色',
      text: '角色决定人员可以做什么，流程也按角色找人，例如财务。',
    },
    people: {
      title: '添加人员',
      text: '邀请人员、创建账号，或连接已有的目录。',
    },
    clients: {
      title: '注册应用',
      text: '为页面和后端各注册一个客户端，并复制代码所需的设置。',
    },
    types: {
      title: '声明业务类型',
      text: '由应用用自己的令牌声明需要审批的内容。',
    },
    processes: {
      title: '发布流程',
      text: '由谁审批、按什么顺序；常用流程有模板。',
    },
    approvals: {
      title: '发起一次审批',
      text: '先发起一个简单的，看它走到最后。',
    },
  },
}
