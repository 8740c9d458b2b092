#pragma once
// The part of Clang that the lowering sees: the tree. Also what is precompiled with EXOGPU_PCH. Clang's front end, which
// costs as much again to include, is seen by run.cpp only.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>
