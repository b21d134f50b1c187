import { SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core'
import { useId } from 'react'
import { useDensity } from '../../look/density.ts'
import type { Density } from '../../look/tokens.ts'
import { Section } from './section.tsx'

const SCHEMES = [
  { value: 'auto', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
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
  return (
    <Section title="Appearance">
      <Stack gap="sm">
        <Choice label="Colors" value={colorScheme} choices={SCHEMES} onChange={setColorScheme} />
        <Choice<Density> label="Density" value={density} choices={DENSITIES} onChange={setDensity} />
        <Text size="sm" c="dimmed">
          Compact shows more rows at once. Both are kept in this browser only.
        </Text>
      </Stack>
    </Section>
  )
}
