import { useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { accountEntries, navigation } from '../../areas/navigation.ts'
import { signIn } from '../../auth/session.ts'
import { useMe } from '../../me/me.ts'
import { signOutHere } from '../../push/sign-out.ts'
import {
  changeLanguage,
  currentLanguage,
  languageNames,
  languages,
  useTranslation,
} from '../../text/i18n.ts'
import { setContrast, useContrast } from '../../theme/contrast.ts'
import type { Find } from './find.ts'

/** The pages that this person may open, and what the frame can do. */
export function useOwnFinds(onHelp: () => void): readonly Find[] {
  const pages = usePages()
  const looks = useLooks()
  const { t } = useTranslation('common')
  const { tenants, tenantId } = useMe()
  const action = { group: 'actions' as const }
  return [
    ...pages,
    ...looks,
    ...tenants
      .filter(({ id }) => id !== tenantId)
      .map(({ id, name }) => ({
        ...action,
        id: `tenant ${id}`,
        label: `${t('shell.switchTenant')}: ${name}`,
        icon: 'building' as const,
        run: () => void signIn({ tenantId: id, returnTo: '/console/' }),
      })),
    { ...action, id: 'help', label: t('shell.shortcuts'), icon: 'help', run: onHelp },
    {
      ...action,
      id: 'sign-out',
      label: t('shell.signOut'),
      icon: 'leave',
      run: () => void signOutHere(),
    },
  ]
}

function usePages(): readonly Find[] {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const me = useMe()
  const offered = navigation.filter(({ isFor }) => isFor === undefined || isFor(me))
  return [...offered, ...accountEntries].map(({ to, label, icon }) => ({
    id: `page ${to}`,
    group: 'pages',
    label: t(`nav.${label}`),
    icon,
    run: () => void navigate({ to }),
  }))
}

function useLooks(): readonly Find[] {
  const { t } = useTranslation('common')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isMore = useContrast()
  const schemes = [
    ['light', 'light', 'sun'],
    ['dark', 'dark', 'moon'],
    ['auto', 'system', 'swap'],
  ] as const
  return [
    ...languages
      .filter((language) => language !== currentLanguage())
      .map((language) => ({
        id: `language ${language}`,
        group: 'actions' as const,
        label: languageNames[language],
        hint: t('shell.language'),
        icon: 'globe' as const,
        run: () => void changeLanguage(language),
      })),
    ...schemes
      .filter(([scheme]) => scheme !== colorScheme)
      .map(([scheme, label, icon]) => ({
        id: `scheme ${scheme}`,
        group: 'actions' as const,
        label: t(`shell.${label}`),
        hint: t('shell.scheme'),
        icon,
        run: () => setColorScheme(scheme),
      })),
    {
      id: 'contrast',
      group: 'actions',
      label: t('shell.contrast'),
      hint: t('shell.scheme'),
      icon: 'contrast',
      run: () => setContrast(!isMore),
    },
  ]
}
