# exogpu_generate(<variable> SOURCES <file>... [INSTANCES <proc>...] [ARCH <arch>...] [INCLUDE_DIRECTORIES <dir>...]
#                 [COMPILE_DEFINITIONS <name[=value]>...] [OPTIONS <option>...])
#   Proves each annotated source and writes <name>.cu and <name>.h into the binary folder, again whenever the source, a
#   header it includes, or the compiler changes. <variable> receives the paths of the .cu files. A program that is not
#   proved stops the build. INSTANCES are procs as the option -k takes them: with one source 'gemm<128,128,16>', with
#   several 'gemm.cpp=gemm<128,128,16>'. A source without instances of its own has every proc of the file compiled.
#   OPTIONS go to `exogpu compile` as they are. Needs no CUDA.
#
# exogpu_add_library(<target> <the same>)
#   The same, compiled into the static library <target> by the project's CUDA compiler, its headers on the include path
#   of who links it. Needs the language CUDA (`project(… LANGUAGES CXX CUDA)`). ARCH is sm_90a unless given.
include_guard()

# Every entry of INSTANCES belongs to exactly one source.
function(exogpu_check_instances sources instances)
  list(LENGTH sources count)
  foreach(instance IN LISTS instances)
    string(REGEX MATCH "^([^=<]+)=" prefix "${instance}")
    if(prefix AND NOT CMAKE_MATCH_1 IN_LIST sources)
      message(FATAL_ERROR "exogpu: INSTANCES has ${instance}, but ${CMAKE_MATCH_1} is not among SOURCES: ${sources}")
    elseif(NOT prefix AND count GREATER 1)
      message(FATAL_ERROR "exogpu: with several SOURCES, INSTANCES names the source of each: write <source>=${instance}")
    endif()
  endforeach()
endfunction()

# <variable> receives the options -k of one source.
function(exogpu_instance_flags variable source instances)
  set(flags)
  foreach(instance IN LISTS instances)
    string(REGEX MATCH "^([^=<]+)=(.*)$" prefixed "${instance}")
    if(NOT prefixed)
      list(APPEND flags -k ${instance})
    elseif(CMAKE_MATCH_1 STREQUAL source)
      list(APPEND flags -k ${CMAKE_MATCH_2})
    endif()
  endforeach()
  set(${variable} ${flags} PARENT_SCOPE)
endfunction()

function(exogpu_generate variable)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;INSTANCES;ARCH;INCLUDE_DIRECTORIES;COMPILE_DEFINITIONS;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_SOURCES)
    message(FATAL_ERROR "exogpu: SOURCES is missing, or unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  exogpu_check_instances("${ARG_SOURCES}" "${ARG_INSTANCES}")
  set(flags ${ARG_OPTIONS})
  if(ARG_ARCH)
    list(JOIN ARG_ARCH "," arch)
    list(APPEND flags --arch=${arch})
  endif()
  foreach(folder IN LISTS ARG_INCLUDE_DIRECTORIES)
    get_filename_component(folder ${folder} ABSOLUTE)
    list(APPEND flags -I ${folder})
  endforeach()
  foreach(definition IN LISTS ARG_COMPILE_DEFINITIONS)
    list(APPEND flags -D ${definition})
  endforeach()
  set(generated)
  foreach(source IN LISTS ARG_SOURCES)
    exogpu_instance_flags(instances ${source} "${ARG_INSTANCES}")
    get_filename_component(name ${source} NAME_WE)
    get_filename_component(source ${source} ABSOLUTE)
    set(stem ${CMAKE_CURRENT_BINARY_DIR}/${name})
    add_custom_command(
      OUTPUT ${stem}.cu ${stem}.h
      COMMAND exogpu::exogpu compile ${source} ${flags} ${instances} --emit=cuda,header -o ${stem}.cu
              -MD -MF ${stem}.cu.d -MT ${stem}.cu
      DEPENDS ${source} exogpu::exogpu
      DEPFILE ${stem}.cu.d
      COMMENT "Proving and compiling ${name}"
      VERBATIM)
    list(APPEND generated ${stem}.cu)
  endforeach()
  set(${variable} ${generated} PARENT_SCOPE)
endfunction()

function(exogpu_add_library target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;INSTANCES;ARCH;INCLUDE_DIRECTORIES;COMPILE_DEFINITIONS;OPTIONS")
  if(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "exogpu_add_library needs the language CUDA: project(… LANGUAGES CXX CUDA)")
  endif()
  if(NOT ARG_ARCH)
    set(ARG_ARCH sm_90a)
  endif()
  exogpu_generate(generated SOURCES ${ARG_SOURCES} INSTANCES ${ARG_INSTANCES} ARCH ${ARG_ARCH} OPTIONS ${ARG_OPTIONS}
                  INCLUDE_DIRECTORIES ${ARG_INCLUDE_DIRECTORIES} COMPILE_DEFINITIONS ${ARG_COMPILE_DEFINITIONS})
  add_library(${target} STATIC ${generated})
  list(TRANSFORM ARG_ARCH REPLACE "^sm_" "" OUTPUT_VARIABLE architectures)
  list(TRANSFORM architectures APPEND "-real")
  set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES "${architectures}" CUDA_STANDARD 17
                                             CUDA_STANDARD_REQUIRED ON)
  target_include_directories(${target} PUBLIC ${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
endfunction()
