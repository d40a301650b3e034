/** The manual and the rules as text. */

export type {
  Brief,
  ChapterRef,
  Contents,
  Entry as GlossaryEntry,
  Figure as RuleFigure,
  Found as ManualFindings,
  GuideStepView as GuideStep,
  Item as RuleItem,
  Manual as Rules,
  Place as ManualPlace,
  Section as RuleSection,
  Setting as RuleSetting,
} from '../schema'
