import { useMantineColorScheme } from '@mantine/core'
import { setContrast, useContrast } from '../../theme/contrast.ts'
import {
  changeLanguage,
  currentLanguage,
  languageNames,
  languages,
  useTranslation,
} from '../../text/i18n.ts'
import { Icon, type IconName } from '../icon.tsx'
import { MenuButton } from './menu-button.tsx'

const schemes = [
  ['light', 'light', 'sun'],
  ['dark', 'dark', 'moon'],
  ['auto', 'system', 'swap'],
] as const satisfies readonly (readonly [string, string, IconName])[]

export function LanguageMenu() {
  const { t } = useTranslation('common')
  return (
    <MenuButton
      label={t('shell.language')}
      face={<Icon name="globe" />}
      items={languages.map((language) => ({
        id: language,
        label: languageNames[language],
        lang: language,
        isChosen: language === currentLanguage(),
        run: () => void changeLanguage(language),
      }))}
    />
  )
}

/** Light, dark, or as the system has it; and more contrast. */
export function SchemeMenu() {
  const { t } = useTranslation('common')
  const isMore = useContrast()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <MenuButton
      label={t('shell.scheme')}
      face={<Icon name={colorScheme === 'dark' ? 'moon' : 'sun'} />}
      items={[
        ...schemes.map(([scheme, label, icon]) => ({
          id: scheme,
          label: t(`shell.${label}`),
          icon,
          isChosen: scheme === colorScheme,
          run: () => setColorScheme(scheme),
        })),
        {
          id: 'contrast',
          label: t('shell.contrast'),
          icon: 'contrast',
          isOn: isMore,
          run: () => setContrast(!isMore),
        },
      ]}
    />
  )
}
