import type { Company, CompanyOptions } from './company.ts'
import type { Report } from './report.ts'

export interface Context {
  readonly report: Report
  readonly long: boolean
  /** The company that the readers share. */
  company(): Promise<Company>
  /** A company of its own, for a tool that changes it. */
  another(options: CompanyOptions): Promise<Company>
}

/** A part of the run, with a name for `--only`. */
export interface Tool {
  readonly name: string
  readonly about: string
  run(context: Context): Promise<void>
}
