import type { PasswordFault } from '../../core/passwords.ts'

export type Language = 'en' | 'zh-CN'

const en = {
  signIn: 'Sign in',
  signInTo: (client: string) => `to continue to ${client}`,
  username: 'User name',
  password: 'Password',
  wrong: 'User name or password is not right.',
  wait: (seconds: number) => `Too many tries. Wait ${seconds} s and try again.`,
  chooseTenant: 'Choose an organisation',
  chooseTenantWhy: (client: string) =>
    `You belong to several. Which one do you want to use with ${client}?`,
  consent: 'Allow access?',
  consentWhy: (client: string) => `${client} asks to use:`,
  allow: 'Allow',
  deny: 'Deny',
  newPassword: 'Choose a new password',
  newPasswordWhy: 'The present one was given to you by somebody else.',
  repeat: 'The same again',
  save: 'Save',
  differ: 'The two do not match.',
  samePassword: 'That is the present password.',
  secondFactor: 'One more step',
  codeWhy: 'Type the six digits from your authenticator app, or one of your recovery codes.',
  code: 'Code',
  codeWrong: 'The code is not right or was used before.',
  otherAccount: 'Use another account',
  usePasskey: 'Sign in with a passkey',
  passkeyWrong: 'The passkey was not accepted. Try again or sign in another way.',
  or: 'or',
  continueWith: (provider: string) => `Continue with ${provider}`,
  otherWay: 'Sign in another way',
  directoryWhy: (provider: string) => `Use your user name and password of ${provider}.`,
  upstreamFailed: (provider: string) =>
    `Signing in with ${provider} did not work. Try again, or sign in another way.`,
  upstreamRefused: (provider: string) =>
    `${provider} knows you, but your account cannot be used with it. Sign in another way, or ask your administrator.`,
  linkTitle: 'Connect your account',
  linkWhy: (provider: string) =>
    `You are signed in at ${provider} for the first time. Type the user name and password of your account here once; from then on ${provider} is enough.`,
  linkAccount: 'Connect and sign in',
  linkRefused: 'This account cannot be connected.',
  expired: 'This page has expired',
  expiredWhy: 'Go back to the application and sign in again.',
  failed: 'That did not work',
  signOut: 'Sign out',
  signOutWhy: (name: string) => `You are signed in as ${name}.`,
  signedOut: 'You are signed out',
  signedOutWhy: 'You can close this window.',
  notSignedIn: 'You are not signed in.',
  scopes: {
    openid: 'who you are',
    profile: 'your name and user name',
    email: 'your mail address',
    offline_access: 'access while you are away',
  } as Readonly<Record<string, string>>,
  passwordFaults: {
    too_short: 'Use at least 10 characters.',
    too_long: 'Use at most 200 characters.',
    contains_username: 'It must not contain your user name.',
    too_simple: 'It is too easy to guess.',
  } as Readonly<Record<PasswordFault, string>>,
}

export type Texts = typeof en

const zhCN: Texts = {
  signIn: '登录',
  signInTo: (client) => `以继续使用 ${client}`,
  username: '用户名',
  password: '密码',
  wrong: '用户名或密码不正确。',
  wait: (seconds) => `尝试次数过多，请等待 ${seconds} 秒后重试。`,
  chooseTenant: '选择组织',
  chooseTenantWhy: (client) => `您属于多个组织。要在 ${client} 中使用哪一个？`,
  consent: '允许访问？',
  consentWhy: (client) => `${client} 请求使用：`,
  allow: '允许',
  deny: '拒绝',
  newPassword: '设置新密码',
  newPasswordWhy: '当前密码由他人为您设置。',
  repeat: '再次输入',
  save: '保存',
  differ: '两次输入不一致。',
  samePassword: '新密码不能与当前密码相同。',
  secondFactor: '还差一步',
  codeWhy: '请输入身份验证器应用中的六位数字，或您的一个恢复代码。',
  code: '验证码',
  codeWrong: '验证码不正确或已被使用。',
  otherAccount: '使用其他账户',
  usePasskey: '使用通行密钥登录',
  passkeyWrong: '通行密钥未被接受。请重试或使用其他方式登录。',
  or: '或',
  continueWith: (provider) => `使用 ${provider} 继续`,
  otherWay: '使用其他方式登录',
  directoryWhy: (provider) => `请输入您在 ${provider} 的用户名和密码。`,
  upstreamFailed: (provider) => `使用 ${provider} 登录未成功。请重试，或使用其他方式登录。`,
  upstreamRefused: (provider) =>
    `${provider} 已确认您的身份，但您的账户不能通过它登录。请使用其他方式登录，或联系管理员。`,
  linkTitle: '关联您的账户',
  linkWhy: (provider) =>
    `您首次通过 ${provider} 登录。请在此输入一次您账户的用户名和密码，以后使用 ${provider} 即可登录。`,
  linkAccount: '关联并登录',
  linkRefused: '此账户不能关联。',
  expired: '页面已过期',
  expiredWhy: '请返回应用重新登录。',
  failed: '操作未成功',
  signOut: '退出登录',
  signOutWhy: (name) => `您当前以 ${name} 的身份登录。`,
  signedOut: '您已退出登录',
  signedOutWhy: '可以关闭此窗口。',
  notSignedIn: '您尚未登录。',
  scopes: {
    openid: '您的身份',
    profile: '您的姓名和用户名',
    email: '您的邮箱地址',
    offline_access: '您离开时的访问权限',
  },
  passwordFaults: {
    too_short: '至少使用 10 个字符。',
    too_long: '最多使用 200 个字符。',
    contains_username: '不能包含您的用户名。',
    too_simple: '该密码过于简单。',
  },
}

export const textsOf = (language: Language): Texts => (language === 'zh-CN' ? zhCN : en)

/**
 * The language of a page: what the application asked for (`ui_locales`), else what the browser
 * prefers, else English.
 */
export function chooseLanguage(uiLocales: unknown, acceptLanguage: string | undefined): Language {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ') : []
  const preferred = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const q = parameters
        .map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1])
        .find((value) => value !== undefined)
      return { tag: tag.trim(), q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q)
    .map(({ tag }) => tag)
  for (const tag of [...asked, ...preferred]) {
    if (/^zh\b/i.test(tag)) return 'zh-CN'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return 'en'
}
