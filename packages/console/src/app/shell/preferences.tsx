import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../shared/icon.tsx'
import { MenuButton } from '../../shared/menu-button.tsx'
import { changeLanguage, currentLanguage, languages } from '../../text/i18n.ts'

// Each language in its own words, for whoever cannot read the present one.
const names = { en: 'English', 'zh-CN': '简体中文' } as const

const schemes = [
  ['light', 'light', 'sun'],
  ['dark', 'dark', 'moon'],
  ['auto', 'system', 'swap'],
] as const satisfies readonly (readonly [string, string, IconName])[]

/** Language, light or dark, and the help for the keyboard. */
export function Preferences({ onHelp }: { readonly onHelp: () => void }) {
  const { t } = useTranslation('common')
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        visibleFrom="sm"
        aria-label={t('shell.shortcuts')}
        title={`${t('shell.shortcuts')} (?)`}
        onClick={onHelp}
      >
        <Icon name="help" />
      </ActionIcon>
      <MenuButton
        label={t('shell.language')}
        face={<Icon name="globe" />}
        items={languages.map((language) => ({
          id: language,
          label: names[language],
          lang: language,
          isChosen: language === currentLanguage(),
          run: () => void changeLanguage(language),
        }))}
      />
      <SchemeMenu />
    </>
  )
}

function SchemeMenu() {
  const { t } = useTranslation('common')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <MenuButton
      label={t('shell.scheme')}
      face={<Icon name={colorScheme === 'dark' ? 'moon' : 'sun'} />}
      items={schemes.map(([scheme, label, icon]) => ({
        id: scheme,
        label: t(`shell.${label}`),
        icon,
        isChosen: scheme === colorScheme,
        run: () => setColorScheme(scheme),
      }))}
    />
  )
}
