import { Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useMay } from '../../me/me.ts'
import { useShortcutListener, useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { loadTexts, useTranslation } from '../../text/i18n.ts'
import { AccountMenu } from './account-menu.tsx'
import { Navigation } from './navigation.tsx'
import { PaletteButton } from './palette-button.tsx'
import { Preferences } from './preferences.tsx'
import classes from './shell.module.css'
import { TenantSwitch } from './tenant-switch.tsx'
import { usePalette } from './use-palette.ts'
import { useSessionEnd } from './use-session-end.ts'
import { useStepUp } from './use-step-up.ts'

// Dialogs are loaded when they are needed: they bring more along than the rest of the frame.
const ShortcutHelp = lazy(async () => {
  const { ShortcutHelp: component } = await import('./shortcut-help.tsx')
  return { default: component }
})
const SessionEndDialog = lazy(async () => {
  const { SessionEndDialog: component } = await import('./session-end-dialog.tsx')
  return { default: component }
})

const Palette = lazy(async () => {
  const [{ Palette: component }] = await Promise.all([
    import('../palette/palette.tsx'),
    loadTexts('palette'),
  ])
  return { default: component }
})

const StepUpDialog = lazy(async () => {
  const { StepUpDialog: component } = await import('./step-up-dialog.tsx')
  return { default: component }
})

/** The frame: who one is, where one can go, and what the keys do. */
export function Shell() {
  const { t } = useTranslation('common')
  const [navigation, { toggle, close }] = useDisclosure(false)
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure(false)
  const palette = usePalette()
  const sessionEnd = useSessionEnd()
  const stepUp = useStepUp()
  useShortcutListener()
  useGlobalShortcuts(openHelp)
  const main = useFocusOnNewPage()
  return (
    <div className={classes.frame}>
      <Header isOpen={navigation} onToggle={toggle} onHelp={openHelp} onPalette={palette.open} />
      <nav
        className={classes.navbar}
        data-open={navigation || undefined}
        aria-label={t('nav.label')}
      >
        <Navigation onGo={close} />
      </nav>
      <main id="content" ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Suspense>
        {palette.isOpen && <Palette onClose={palette.close} onHelp={openHelp} />}
        {help && <ShortcutHelp opened onClose={closeHelp} />}
        {sessionEnd.isTold && <SessionEndDialog onClose={sessionEnd.close} />}
        {stepUp !== undefined && <StepUpDialog pending={stepUp} />}
      </Suspense>
    </div>
  )
}

function Header(props: {
  /** Whether the navigation is open, where there is no room for it beside the page. */
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onHelp: () => void
  readonly onPalette: () => void
}) {
  const { t } = useTranslation('common')
  const { isOpen, onToggle, onHelp, onPalette } = props
  return (
    <header className={classes.header}>
      <a href="#content" className={classes.skip}>
        {t('nav.skip')}
      </a>
      <div className={classes.start}>
        <Burger
          opened={isOpen}
          onClick={onToggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={isOpen ? t('nav.close') : t('nav.open')}
          aria-expanded={isOpen}
        />
        <Link to="/" className={classes.brand ?? ''} aria-label={t('brand')}>
          <img src="/console/mark.svg" alt="" width={26} height={26} />
          <span className={classes.name}>{t('brand')}</span>
        </Link>
      </div>
      <PaletteButton onOpen={onPalette} />
      <div className={classes.end}>
        <TenantSwitch />
        <Preferences onHelp={onHelp} />
        <AccountMenu />
      </div>
    </header>
  )
}

function useGlobalShortcuts(openHelp: () => void): void {
  const { t } = useTranslation('common')
  const { navigate } = useRouter()
  const mayWatch = useMay('bpm:statistics:read')
  useShortcuts(
    [
      { keys: '?', label: t('shortcuts.help'), run: openHelp },
      { keys: 'g i', label: t('shortcuts.goInbox'), run: () => void navigate({ to: '/inbox' }) },
      {
        keys: 'g s',
        label: t('shortcuts.goStarted'),
        run: () => void navigate({ to: '/started' }),
      },
      { keys: 'g n', label: t('shortcuts.goStart'), run: () => void navigate({ to: '/start' }) },
      ...(mayWatch
        ? [
            {
              keys: 'g d',
              label: t('shortcuts.goDashboard'),
              run: () => void navigate({ to: '/dashboard' }),
            },
          ]
        : []),
    ],
    false,
  )
}

/** A new page takes the focus, so that a keyboard or a screen reader starts at its beginning. */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const first = useRef(true)
  useEffect(() => {
    if (!first.current && !main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true })
    }
    first.current = false
  }, [path])
  return main
}
