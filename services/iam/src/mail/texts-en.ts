import type { MailTexts } from './text-shapes.ts'

const notYou = 'If you did not ask for it, do nothing: nothing changes.'
const tell = 'If that was not you, tell your administrator at once.'

export const english: MailTexts = {
  tag: 'en',
  hello: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  minutes: (count) => `${count} minutes`,
  hours: (count) => `${count} hours`,
  days: (count) => `${count} days`,
  kinds: {
    password_reset: {
      subject: ({ brand }) => `${brand}: choose a new password`,
      lines: ({ username, life }) => [
        `Somebody, probably you, asked for a new password for the account “${username}”.`,
        `The link works once, for ${life}. Afterwards you are signed out everywhere.`,
        notYou,
      ],
      action: 'Choose a new password',
    },
    set_password: {
      subject: ({ brand }) => `${brand}: choose your password`,
      lines: ({ username, sender, life }) => [
        `${sender} asks you to choose a password for your account. Your user name is “${username}”.`,
        `The link works once, for ${life}. Nobody else gets to know the password.`,
      ],
      action: 'Choose a password',
    },
    sign_in_elsewhere: {
      subject: ({ brand }) => `${brand}: how you sign in`,
      lines: ({ username, providers }) => [
        `Somebody, probably you, asked for a new password for the account “${username}”. It has none here: you sign in with ${providers}, and your password is the one that you have there.`,
        notYou,
      ],
    },
    verify_email: {
      subject: ({ brand }) => `${brand}: your code`,
      lines: ({ username, life }) => [
        `Type this code where you asked for it, to use this address for the account “${username}”. It is good for ${life}.`,
        `If you do not know this account, do nothing, and give the code to nobody.`,
      ],
    },
    password_changed: {
      subject: ({ brand }) => `${brand}: your password was changed`,
      lines: ({ username }) => [
        `The account “${username}” has a new password, chosen by a link in a mail to this address. It was signed out everywhere.`,
        tell,
      ],
    },
    email_changed: {
      subject: ({ brand }) => `${brand}: your address was changed`,
      lines: ({ username, email }) => [
        `Mails about the account “${username}” go to ${email} from now on, and no longer here.`,
        tell,
      ],
    },
    invitation: {
      subject: ({ brand }) => `${brand}: you are invited`,
      lines: ({ brand, sender, life }) => [
        `${sender} invites you to ${brand}. You choose a user name and a password of your own, or join with an account that you have.`,
        `The link is good for ${life}.`,
        'If you do not expect this, do nothing.',
      ],
      action: 'Accept the invitation',
    },
  },
}
