/** The manual and the rules as text. */

export type {
  ChapterRef,
  Contents,
  Entry as GlossaryEntry,
  Figure as RuleFigure,
  Found as ManualFindings,
  Item as RuleItem,
  Manual as Rules,
  Place as ManualPlace,
  Section as RuleSection,
  Setting as RuleSetting,
} from '../schema'
