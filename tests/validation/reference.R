# Reference numbers for tests/validation: coin, exactRankTests and base R.
# Usage: Rscript reference.R FOLDER   (reads *_cases.csv there, writes *_reference.csv)
suppressWarnings(suppressPackageStartupMessages({
  library(coin)
  library(exactRankTests)
}))

folder <- commandArgs(trailingOnly = TRUE)[1]
read <- function(name) read.csv(file.path(folder, name), colClasses = "character")
numbers <- function(text) as.numeric(strsplit(text, " ")[[1]])
shown <- function(x) sprintf("%.17g", x)
save <- function(table, name)
  write.csv(table, file.path(folder, name), row.names = FALSE, quote = FALSE)

# A score d becomes the pair (max(d, 0), max(-d, 0)) in a block of its own: exchanging the two labels
# of a block flips the sign of its score.
signflip <- function(d) {
  first <- pmax(d, 0)
  second <- pmax(-d, 0)
  y <- as.vector(rbind(first, second))
  label <- factor(rep(c("first", "second"), length(d)), levels = c("first", "second"))
  block <- factor(rep(seq_along(d), each = 2))
  by_coin <- function(alternative)
    symmetry_test(y ~ label | block, distribution = exact(), alternative = alternative)
  by_perm <- function(alternative)
    perm.test(first, second, paired = TRUE, alternative = alternative, exact = TRUE)$p.value
  two <- by_coin("two.sided")
  data.frame(
    coin_two = shown(pvalue(two)),
    coin_greater = shown(pvalue(by_coin("greater"))),
    coin_less = shown(pvalue(by_coin("less"))),
    coin_mid = shown(midpvalue(two)),
    perm_two = shown(by_perm("two.sided")),
    perm_greater = shown(by_perm("greater")),
    perm_less = shown(by_perm("less"))
  )
}

cases <- read("signflip_cases.csv")
rows <- do.call(rbind, lapply(cases$scores, function(text) signflip(numbers(text))))
save(cbind(case = cases$case, rows), "signflip_reference.csv")

cases <- read("binomial_cases.csv")
rows <- do.call(rbind, Map(function(b, c) {
  test <- binom.test(as.numeric(b), as.numeric(b) + as.numeric(c))
  data.frame(p = shown(test$p.value), low = shown(test$conf.int[1]), high = shown(test$conf.int[2]))
}, cases$b, cases$c))
save(cbind(cases, rows), "binomial_reference.csv")

cases <- read("holm_cases.csv")
adjusted <- sapply(cases$p, function(text)
  paste(shown(p.adjust(numbers(text), method = "holm")), collapse = " "))
save(data.frame(case = cases$case, adjusted = adjusted), "holm_reference.csv")
