import type { MailTexts } from './text-shapes.ts'

const notYou = '如果不是您本人的操作，请忽略此邮件，不会有任何变化。'
const tell = '如果不是您本人的操作，请立即联系管理员。'

export const chinese: MailTexts = {
  tag: 'zh-CN',
  hello: (name) => (name === '' ? '您好：' : `${name}，您好：`),
  minutes: (count) => `${count} 分钟`,
  hours: (count) => `${count} 小时`,
  days: (count) => `${count} 天`,
  kinds: {
    password_reset: {
      subject: ({ brand }) => `${brand}：设置新密码`,
      lines: ({ username, life }) => [
        `有人（可能是您本人）请求为账户“${username}”设置新密码。`,
        `此链接仅可使用一次，有效期 ${life}。设置后，您将在所有设备上退出登录。`,
        notYou,
      ],
      action: '设置新密码',
    },
    set_password: {
      subject: ({ brand }) => `${brand}：设置您的密码`,
      lines: ({ username, sender, life }) => [
        `${sender} 请您为您的账户设置密码。您的用户名是“${username}”。`,
        `此链接仅可使用一次，有效期 ${life}。其他人不会知道您的密码。`,
      ],
      action: '设置密码',
    },
    sign_in_elsewhere: {
      subject: ({ brand }) => `${brand}：您的登录方式`,
      lines: ({ username, providers }) => [
        `有人（可能是您本人）请求为账户“${username}”设置新密码。该账户在此没有密码：您通过 ${providers} 登录，请使用您在那里的密码。`,
        notYou,
      ],
    },
    verify_email: {
      subject: ({ brand }) => `${brand}：您的验证码`,
      lines: ({ username, life }) => [
        `请在请求验证码的页面输入以下验证码，以便将此邮箱用于账户“${username}”。有效期 ${life}。`,
        '如果您不认识此账户，请忽略此邮件，并且不要将验证码告诉任何人。',
      ],
    },
    password_changed: {
      subject: ({ brand }) => `${brand}：您的密码已更改`,
      lines: ({ username }) => [
        `账户“${username}”已通过发往此邮箱的链接设置了新密码，并已在所有设备上退出登录。`,
        tell,
      ],
    },
    email_changed: {
      subject: ({ brand }) => `${brand}：您的邮箱已更改`,
      lines: ({ username, email }) => [
        `账户“${username}”的邮件今后将发往 ${email}，不再发往此邮箱。`,
        tell,
      ],
    },
    invitation: {
      subject: ({ brand }) => `${brand}：邀请您加入`,
      lines: ({ brand, sender, life }) => [
        `${sender} 邀请您加入 ${brand}。您可以自己选择用户名和密码，或使用已有的账户加入。`,
        `此链接有效期 ${life}。`,
        '如果您没有预料到此邀请，请忽略此邮件。',
      ],
      action: '接受邀请',
    },
  },
}
