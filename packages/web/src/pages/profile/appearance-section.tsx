import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { LANGUAGE, LANGUAGES, type Language } from '../../language/language.ts'
import { useDensity } from '../../look/density.ts'
import type { Density } from '../../look/tokens.ts'
import { useChooseLanguage } from '../../shell/use-choose-language.ts'
import { Section } from './section.tsx'

const SCHEMES = [
  { value: 'auto', label: t`As the device` },
  { value: 'light', label: t`Light` },
  { value: 'dark', label: t`Dark` },
] as const

/** Each in its own words, for those who read no other. */
const CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value: value as Language, label }))

const DENSITIES = [
  { value: 'comfortable', label: t`Comfortable` },
  { value: 'compact', label: t`Compact` },
] as const

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

const Choice = <Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) => {
  const id = useId()
  return (
    <Stack gap={4} align="flex-start">
      <Text id={id} size="sm" fw={500}>
        {label}
      </Text>
      <SegmentedControl aria-labelledby={id} value={value} data={[...choices]} onChange={onChange} />
    </Stack>
  )
}

/** How the app looks in this browser. */
export const AppearanceSection = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useDensity()
  const choosing = useChooseLanguage()
  return (
    <Section title={t`Appearance`}>
      <Stack gap="sm">
        <Choice<Language> label={t`Language`} value={LANGUAGE} choices={CHOICES} onChange={choosing.mutate} />
        <Choice label={t`Colors`} value={colorScheme} choices={SCHEMES} onChange={setColorScheme} />
        <Choice<Density> label={t`Density`} value={density} choices={DENSITIES} onChange={setDensity} />
        <Text size="sm" c="dimmed">
          <Trans>
            Numbers, dates and mail to you follow the language. Compact shows more rows at once. Except for mail, all of it is
            kept in this browser only.
          </Trans>
        </Text>
      </Stack>
    </Section>
  )
}
