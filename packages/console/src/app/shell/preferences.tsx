import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../shared/icon.tsx'
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
      <LanguageMenu />
      <SchemeMenu />
    </>
  )
}

function LanguageMenu() {
  const { t } = useTranslation('common')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell.language')}>
          <Icon name="globe" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            rightSection={language === currentLanguage() ? <Icon name="check" size={16} /> : null}
            onClick={() => void changeLanguage(language)}
          >
            {names[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function SchemeMenu() {
  const { t } = useTranslation('common')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const chosen = schemes.find(([scheme]) => scheme === colorScheme) ?? schemes[2]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shell.scheme')}>
          <Icon name={chosen[2] === 'swap' ? 'sun' : chosen[2]} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(([scheme, label, icon]) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={scheme === colorScheme ? <Icon name="check" size={16} /> : null}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`shell.${label}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
